const WIDTH = 10;

/** Renders a fraction from 0 to 1 as a text bar with its percentage: `████░░░░░░  42 %`. */
export function bar(share: number): string {
  const bounded = Math.min(1, Math.max(0, share));
  const full = Math.round(bounded * WIDTH);
  const percentage = String(Math.round(share * 100)).padStart(3);
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${percentage} %`;
}
