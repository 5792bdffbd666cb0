// Takes pictures and never answers. It does not spin: a Worker that spins outlives its termination.
self.onmessage = () => {};
