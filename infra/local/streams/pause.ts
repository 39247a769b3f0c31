/** Waits that can be ended early. */
export class Pause {
  #end: ((wasCut: boolean) => void) | undefined;
  #isWakeable = false;
  #isOver = false;

  /** Waits; true when it was cut short. */
  wait(ms: number, { wakeable = false } = {}): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.#isOver) return resolve(true);
      const timer = setTimeout(() => this.#end?.(false), ms);
      this.#isWakeable = wakeable;
      this.#end = (wasCut) => {
        clearTimeout(timer);
        this.#end = undefined;
        resolve(wasCut);
      };
    });
  }

  /** Cuts the wait under way short, if it may be. */
  wake(): void {
    if (this.#isWakeable) this.#end?.(true);
  }

  /** Cuts the wait under way and all later ones short. */
  stop(): void {
    this.#isOver = true;
    this.#end?.(true);
  }
}
