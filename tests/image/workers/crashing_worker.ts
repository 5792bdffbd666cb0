// Fails outside of anything that could answer.
self.onmessage = () => {
  throw new Error("out of order");
};
