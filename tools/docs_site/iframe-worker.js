// Search runs in a worker, and a browser starts none for a page opened as a file: there its script
// runs in a frame instead. The theme would fetch such a stand-in from another host.
if (location.protocol === 'file:')
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement('iframe');
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      const load = (from) =>
        new Promise((resolve) => {
          const script = inside.document.createElement('script');
          script.onload = resolve;
          script.src = from;
          inside.document.body.append(script);
        });
      inside.postMessage = (data) => {
        const told = new MessageEvent('message', { data });
        this.dispatchEvent(told);
        this.onmessage?.(told);
      };
      inside.importScripts = (...urls) =>
        urls.reduce((before, each) => before.then(() => load(each)), Promise.resolve());
      this.ready = load(url);
    }

    postMessage(data) {
      this.ready.then(() => {
        const inside = this.frame.contentWindow;
        inside.dispatchEvent(new inside.MessageEvent('message', { data: structuredClone(data) }));
      });
    }

    terminate() {
      this.frame.remove();
    }
  };
