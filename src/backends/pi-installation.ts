/** One Pi that can be started: `execPath scriptPath …`. */
export interface PiInstallation {
  readonly execPath: string;
  /** Pi's own command script; absent when `execPath` is a self-contained binary. */
  readonly scriptPath?: string;
  readonly version: string;
  /** How it was found, in words: `this process`, `--pi`, `PATH`, … */
  readonly foundBy: string;
}
