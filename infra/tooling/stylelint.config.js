import { fileURLToPath } from 'node:url';

/**
 * Distances, sizes of text, radii and widths of pages are the tokens of styles/tokens.css: a redesign is that file. The
 * feedback button and the apps of AI clients are shown in pages of others and declare their own at their top.
 */
const LENGTHS = ['rem', 'px', 'em', 'ch', 'ex', 'cm', 'mm', 'in', 'pt', 'pc'];

const lengthsOf = (properties) => Object.fromEntries(properties.map((property) => [property, LENGTHS]));

/** @type {import('stylelint').Config} */
export default {
  ignoreFiles: [fileURLToPath(new URL('../../shared/kernel/html/styles/tokens.css', import.meta.url))],
  reportNeedlessDisables: true,
  reportInvalidScopeDisables: true,
  reportDescriptionlessDisables: true,
  rules: {
    'declaration-property-unit-disallowed-list': lengthsOf([
      'font',
      'font-size',
      'border-radius',
      '/^border-.*-radius$/',
      '/^(?:margin|padding|scroll-margin|scroll-padding)/',
      '/gap$/',
      'max-width',
      'max-inline-size',
    ]),
    'block-no-empty': true,
    'no-duplicate-selectors': true,
    'declaration-block-no-duplicate-properties': [
      true,
      { ignore: ['consecutive-duplicates-with-different-values'] },
    ],
    'declaration-block-no-shorthand-property-overrides': true,
    'property-no-unknown': true,
    'unit-no-unknown': true,
    'custom-property-no-missing-var-function': true,
  },
};
