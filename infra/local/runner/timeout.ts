/** Waits for a promise, though no longer than this; what becomes of it afterwards is nobody's concern. */
export async function withTimeout(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([promise, over]);
  clearTimeout(timer);
}
