/** Sets zod up. To be imported, for that alone, before anything that makes schemas while it loads. */
import * as z from "zod";

// A parser that is compiled pays for itself after thousands of values. At the start it costs each schema of the protocol,
// and later each tool's first call, several milliseconds; a list of a thousand elements takes ten more without it.
z.config({ jitless: true });
