const WIDTH = 10;

/** A share from 0 to 1 as a bar of text with its percentage: `████░░░░░░  42 %`. */
export function bar(share: number): string {
  const bounded = Math.min(1, Math.max(0, share));
  const full = Math.round(bounded * WIDTH);
  const percentage = String(Math.round(share * 100)).padStart(3);
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${percentage} %`;
}
