import fc from 'fast-check';
import { expect, test } from 'vitest';
import { colorOf } from '../../shared/kernel/html/palette.ts';
import { contrast, parseColor, themeOf } from '../../shared/kernel/html/theme.ts';

/** The colors of a theme, of the light and of the dark scheme. */
function schemesOf(color: string): Record<string, string>[] {
  const colors = [...themeOf(color).matchAll(/(--[\w-]+):light-dark\((#[0-9a-f]{6}),(#[0-9a-f]{6})\)/g)];
  expect(colors).toHaveLength(5);
  return [2, 3].map((scheme) => Object.fromEntries(colors.map((match) => [match[1], match[scheme]])));
}

const [ground, surface] = [colorOf('ground'), colorOf('surface')];
/** What the stylesheets put text on. */
const grounds = [
  [ground.light, surface.light],
  [ground.dark, surface.dark],
];

test('text in any color of a portal can be read on every ground, in light and dark', () => {
  const component = fc.integer({ min: 0, max: 255 }).map((part) => part.toString(16).padStart(2, '0'));
  const color = fc.tuple(component, component, component).map((parts) => `#${parts.join('')}`);
  fc.assert(
    fc.property(color, (chosen) => {
      const schemes = schemesOf(chosen);
      expect(schemes).toHaveLength(2);
      schemes.forEach((scheme, position) => {
        const brand = parseColor(scheme['--brand']!);
        for (const ground of [...grounds[position]!, scheme['--brand-tint']!]) {
          expect(contrast(brand, parseColor(ground))).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(parseColor(scheme['--on-brand']!), brand)).toBeGreaterThanOrEqual(4.5);
        expect(
          contrast(parseColor(scheme['--on-brand-raw']!), parseColor(scheme['--brand-raw']!)),
        ).toBeGreaterThanOrEqual(4.5);
      });
    }),
  );
});

test('a color that reads well stays as it is in the light', () => {
  expect(schemesOf('#4f46e5')[0]!['--brand']).toBe('#4f46e5');
});
