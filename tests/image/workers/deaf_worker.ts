// Takes a picture and never comes back, as a Worker that is stuck in a loop.
self.onmessage = () => {
  while (true);
};
