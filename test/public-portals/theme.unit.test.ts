import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, parseColor, themeOf } from '../../shared/kernel/html/theme.ts';

/** The colors of a theme, of the light and of the dark scheme. */
const schemesOf = (color: string) =>
  themeOf(color)
    .split('@media')
    .map((part) =>
      Object.fromEntries([...part.matchAll(/(--[\w-]+):(#[0-9a-f]{6})/g)].map(([, k, v]) => [k, v])),
    );

/** What the stylesheets of portals and of other pages put text on. */
const grounds = [
  ['#ffffff', '#f8f8f7', '#f6f6f4'],
  ['#1a1b20', '#111215', '#1c1e22', '#131417'],
];

test('text in any color of a portal can be read on every ground, in light and dark', () => {
  const component = fc.integer({ min: 0, max: 255 }).map((part) => part.toString(16).padStart(2, '0'));
  const color = fc.tuple(component, component, component).map((parts) => `#${parts.join('')}`);
  fc.assert(
    fc.property(color, (chosen) => {
      const schemes = schemesOf(chosen);
      expect(schemes).toHaveLength(2);
      schemes.forEach((scheme, position) => {
        const brand = parseColor(scheme['--brand']);
        for (const ground of [...grounds[position]!, scheme['--brand-tint']!]) {
          expect(contrast(brand, parseColor(ground))).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(parseColor(scheme['--on-brand']), brand)).toBeGreaterThanOrEqual(4.5);
        expect(
          contrast(parseColor(scheme['--on-brand-raw']), parseColor(scheme['--brand-raw'])),
        ).toBeGreaterThanOrEqual(4.5);
      });
    }),
  );
});

test('a color that reads well stays as it is in the light', () => {
  expect(schemesOf('#4f46e5')[0]!['--brand']).toBe('#4f46e5');
});
