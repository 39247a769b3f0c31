import { themeOf } from '../../kernel/html/theme.ts';

/** The colors of links and buttons in a mail. */
interface MailColors {
  link: string;
  onLink: string;
  darkLink: string;
}

const ours: MailColors = { link: '#3448c5', onLink: '#ffffff', darkLink: '#a9b8ff' };

/** Colors derived from a portal's, as readable as on its pages; Plotline's own by default. */
export function mailColors(color: string | undefined): MailColors {
  if (color === undefined) return ours;
  const theme = themeOf(color);
  const [link, darkLink] = valuesOf(theme, '--brand');
  const [onLink] = valuesOf(theme, '--on-brand');
  return { link: link ?? ours.link, onLink: onLink ?? ours.onLink, darkLink: darkLink ?? ours.darkLink };
}

/** The values of a property in a theme: in light mode, then in dark mode. */
const valuesOf = (theme: string, property: string): string[] =>
  [...theme.matchAll(new RegExp(`[{;]${property}:(#[0-9a-f]{6})`, 'g'))].map(([, value]) => value!);
