/** Why a run fails that no operation refuses. */
export class RunFailure extends Error {
  override name = 'RunFailure';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
