/** Waits for a promise up to a maximum time; ignores its later outcome. */
export async function withTimeout(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([promise, over]);
  clearTimeout(timer);
}
