/** Truncates text to a number of characters, with an ellipsis. */
export function truncate(text: string, length: number, mark = '…'): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const kept = characters.slice(0, length - mark.length).join('');
  return `${kept.trimEnd()}${mark}`;
}
