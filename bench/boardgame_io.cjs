// A game on boardgame.io that exchanges what a card table does: four hidden hands, one card played by each in turn.
const { Server, Origins } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

function deal(random) {
  const deck = random.Shuffle([...Array(52).keys()]);
  return { hands: [0, 1, 2, 3].map((seat) => deck.slice(seat * 13, seat * 13 + 13)), pile: [], scores: [0, 0, 0, 0] };
}

const Hands = {
  name: 'hands',
  setup: ({ random }) => deal(random),
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
  moves: {
    play: ({ G, playerID, random }, card) => {
      const hand = G.hands[Number(playerID)];
      if (card >= hand.length) return INVALID_MOVE;
      G.pile.push(hand.splice(card, 1)[0]);
      if (G.pile.length === 52) Object.assign(G, deal(random));
    },
  },
};

const server = Server({ games: [Hands], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => console.log('ready') });
