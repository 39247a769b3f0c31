/** Delays that can be interrupted. */
export class Pause {
  #end: ((wasCut: boolean) => void) | undefined;
  #isWakeable = false;
  #isOver = false;

  /** Waits; returns true if interrupted. */
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

  /** Interrupts the current delay, if allowed. */
  wake(): void {
    if (this.#isWakeable) this.#end?.(true);
  }

  /** Interrupts the current delay and all later ones. */
  stop(): void {
    this.#isOver = true;
    this.#end?.(true);
  }
}
