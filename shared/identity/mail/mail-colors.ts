import { colorOf } from '../../kernel/html/palette.ts';
import { brandColors } from '../../kernel/html/theme.ts';

/** The colors of links and buttons in a mail. */
interface MailColors {
  link: string;
  onLink: string;
  darkLink: string;
}

/** Colors derived from a portal's, as readable as on its pages; Plotline's own by default. */
export function mailColors(color: string | undefined): MailColors {
  const { brand, 'on-brand': onBrand } =
    color === undefined ? { brand: colorOf('brand'), 'on-brand': colorOf('on-brand') } : brandColors(color);
  return { link: brand.light, onLink: onBrand.light, darkLink: brand.dark };
}
