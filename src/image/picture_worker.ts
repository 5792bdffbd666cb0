/** Worker entry: crops and encodes captures, one after another, so that the main thread never does. */

import { ToolError } from "../core/errors.ts";
import { keepStdoutPure } from "../core/log.ts";
import {
  type EncodedPicture,
  encodePicture,
  type PictureAnswer,
  type PictureRequest,
} from "./picture_job.ts";

/** The part of a Worker's global scope that is used here. */
interface WorkerScope {
  postMessage(answer: PictureAnswer, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<PictureRequest>) => void) | null;
}

/** This Worker's global scope; the compiler only knows a window's. */
const scope = self as unknown as WorkerScope;

keepStdoutPure();
scope.onmessage = ({ data: request }) => {
  const answer = answerTo(request);
  scope.postMessage(answer, "picture" in answer ? buffersOf(answer.picture) : []);
};

function answerTo({ bitmap, options }: PictureRequest): PictureAnswer {
  try {
    return { picture: encodePicture(bitmap, options) };
  } catch (error) {
    return error instanceof ToolError ? { error: error.toBody() } : { defect: error };
  }
}

/** Both pictures may share one buffer, and a buffer can be transferred only once. */
function buffersOf(picture: EncodedPicture): ArrayBuffer[] {
  return [...new Set([picture.png.buffer, picture.inline.data.buffer])];
}
