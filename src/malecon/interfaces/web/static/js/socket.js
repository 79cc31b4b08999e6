/**
 * The WebSocket: one question at a time. A lost connection comes back by itself, and the question is asked again.
 * A server that finds us idle lets us go; we come back with the next question.
 */

const PATIENCE = [300, 700, 1500, 3000, 5000];
const PING = 60_000;
const IDLE = 4000; // the server's word for a page that has been silent for long

export class Link {
  constructor(onState) {
    this.onState = onState;
    this.question = null;
    this.number = 0;
    this.tries = 0;
    this.connect();
    setInterval(() => this.question && this.send({ type: "ping" }), PING);
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.onState(true);
      if (this.question) this.send(this.question.message);
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (socket !== this.socket || (event.code === IDLE && !this.question)) return;
      this.onState(false);
      this.timer = setTimeout(() => this.connect(), PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)]);
    };
  }

  /** Connect now if we are waiting to. */
  hurry() {
    if (this.socket.readyState === WebSocket.CLOSED) this.connect();
  }

  get open() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(message) {
    if (this.open) this.socket.send(JSON.stringify(message));
  }

  /** Ask; `on` is called with every answer until the question is done, or `dropped` because another is asked. */
  ask(message, on) {
    const old = this.question;
    const id = ++this.number;
    this.question = { message: { ...message, id }, on };
    this.hurry();
    this.send(this.question.message);
    old?.on({ type: "dropped" });
    return id;
  }

  stop() {
    const old = this.question;
    if (!old) return;
    this.question = null;
    this.send({ type: "stop" });
    old.on({ type: "dropped" });
  }

  receive(answer) {
    const question = this.question;
    if (!question || answer.id !== question.message.id) return;
    if (answer.type === "done" || answer.type === "error") this.question = null;
    question.on(answer);
  }
}
