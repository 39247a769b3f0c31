import type { WebRequest } from '../operation/web-route.ts';

/** Whether one of some types is requested, preferred at least as much as JSON (RFC 9110, section 12.5.1). */
export function prefers({ headers }: Pick<WebRequest, 'headers'>, ...types: string[]): boolean {
  const ranges = (headers['accept'] ?? '').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { type, quality: Number(quality) || 0 };
  });
  const likes = (...wanted: string[]) =>
    Math.max(0, ...ranges.filter(({ type }) => wanted.includes(type)).map(({ quality }) => quality));
  const liked = likes(...types);
  return liked > 0 && liked >= likes('application/json');
}
