// The demo's server is the test server: one implementation, so that what the tests prove holds for what a visitor runs.
export {
  type Api,
  gate,
  type ModelServer,
  type RecordedRequest,
  type Script,
  type Step,
  startModelServer,
} from "../../demo/model-server.mjs";
