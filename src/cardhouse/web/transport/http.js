/** @file The way to a server: HTTP and WebSockets, seen from where the page is. */

/** A whole address. @param {string} path */
const address = (path) => new URL(path, document.baseURI).href;

/** The JSON of a file that the page is made of. @param {string} path @returns {Promise<any>} */
export async function readFile(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new TypeError(`${path}: ${answer.status}`);
  return answer.json();
}

/** @param {ReadableStream<Uint8Array>} body @returns {AsyncGenerator<string>} */
async function* events(body) {
  const reader = body.getReader(),
    decoder = new TextDecoder();
  for (let held = ''; ; ) {
    const { value, done } = await reader.read();
    if (done) return;
    const told = (held + decoder.decode(value, { stream: true })).split('\n\n');
    held = told.pop() ?? '';
    for (const bit of told) yield bit.replace(/^data: /, '');
  }
}

/** @param {{type: string, text: string} | undefined} body */
const sent = (body) =>
  body ? { headers: { 'Content-Type': body.type }, body: body.text } : /** @type {{}} */ ({});

/** @returns {import('./transport.js').Transport} */
export const overHttp = () => ({
  house: 'server',

  async ask(method, path, body) {
    const answer = await fetch(address(path), {
      method,
      credentials: 'same-origin',
      ...sent(body),
    });
    return { status: answer.status, text: await answer.text() };
  },

  async stream(path, text, signal) {
    const answer = await fetch(address(path), {
      method: text === null ? 'GET' : 'POST',
      credentials: 'same-origin',
      signal,
      ...sent(text === null ? undefined : { type: 'text/plain; charset=utf-8', text }),
    });
    if (answer.ok && answer.body) return events(answer.body);
    return { status: answer.status, text: await answer.text() };
  },

  connect(path, ears) {
    const socket = new WebSocket(address(path).replace(/^http/, 'ws'));
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }) => {
      const at = performance.now();
      ears.message(typeof data === 'string' ? data : new TextDecoder().decode(data), at);
    };
    socket.onclose = ({ code }) => ears.closed(code);
    return {
      send(text) {
        if (socket.readyState !== WebSocket.OPEN) return false;
        socket.send(text);
        return true;
      },
      close() {
        socket.onmessage = socket.onclose = null;
        // To close it while it is being made would be an error to the browser.
        if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
        else socket.close();
      },
    };
  },
});
