/** Worker entry: windows, text, capture and processes. The same entry runs in several lanes, one for each purpose. */
import { windowApi } from "../window_api.ts";
import { serveLane } from "./serve_lane.ts";

serveLane(windowApi);
