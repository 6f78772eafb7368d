// Noticing that a connection is dead: a browser hides the pings of its WebSocket.

/** The usual pause between two pings, in milliseconds; 0: no pings. */
export const PING_EVERY = 15_000;
const NO_REPLY = 3008;

/** Ping now and then, and close the connection when a reply is missing. Returns a function that ends this. */
export function keepAlive(connection, every) {
  if (!every) return () => {};
  let isAnswered = true;
  const timer = setInterval(() => {
    if (!isAnswered) {
      connection.close(NO_REPLY, "The server did not answer.");
      return;
    }
    isAnswered = false;
    const answered = () => {
      isAnswered = true;
    };
    connection.request({ t: "ping" }).then(answered, answered);
  }, every);
  return () => clearInterval(timer);
}
