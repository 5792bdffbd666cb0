/** Worker entry: acts on elements. Apart from reading, since a program may hold an act for as long as a dialog is open. */
import { openCounts } from "../../../../ffi/ledger.ts";
import { closeActClient, uiAct, uiLetGo, uiLook } from "../elements/act.ts";
import { uiItems } from "../elements/items.ts";
import { uiSelection } from "../elements/selection.ts";
import { serveLane } from "./serve_lane.ts";

const uiActApi = { uiAct, uiLetGo, uiLook, uiItems, uiSelection, openCounts };

/** What a lane that acts on elements can be asked. */
export type UiActApi = typeof uiActApi;

serveLane(uiActApi, closeActClient);
