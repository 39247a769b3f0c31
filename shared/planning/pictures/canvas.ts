import { Html, html, type Fragment } from '../../kernel/html/html.ts';
import { fitText } from './text-width.ts';

/** The text alternative of a picture, and its size in pixels. */
interface Caption {
  title: string;
  /** The facts of the picture in sentences. */
  description: string;
  width: number;
  height: number;
}

/**
 * Classes for what pictures draw. Series differ in dashes, hatching and labels too, so that no one needs their colors;
 * lines have a contrast of at least 3:1 on their ground (WCAG 2.2, 1.4.11), text of 4.5:1, and areas have edges. No CSS
 * variables, since many programs that show SVG do not know them.
 */
const STYLE = `
text{font:12px system-ui,sans-serif;fill:#3f444d}
.title{font-size:15px;font-weight:600;fill:#17191d}
.ground{fill:#fff}.grid{stroke:#dcdfe4}.axis{stroke:#6b7280}
.line{fill:none;stroke:#1d4ed8;stroke-width:2.5}.guide{fill:none;stroke:#6b7280;stroke-width:1.5;stroke-dasharray:5 4}
.mark{fill:#1d4ed8}.warn{fill:none;stroke:#b42318;stroke-width:2;stroke-dasharray:2 3}
.one{fill:#1d4ed8}.two{fill:#8098f5}.three{fill:#cdd5fb}.work{fill:#eef1f6}.taken{fill:url(#taken);stroke:#6b7280}.hatch{stroke:#fff;stroke-width:1.5}.edge{fill:none;stroke:#17191d}
@media (prefers-color-scheme:dark){text{fill:#c6cad1}.title{fill:#f1f2f4}.ground{fill:#1c1e22}.grid{stroke:#353941}
.axis{stroke:#9aa1ad}.line{stroke:#93b4ff}.guide{stroke:#9aa1ad}.mark{fill:#93b4ff}.warn{stroke:#ff9d91}
.one{fill:#93b4ff}.two{fill:#5470c9}.three{fill:#33406e}.work{fill:#282c33}.taken{stroke:#9aa1ad}.hatch{stroke:#1c1e22}.edge{stroke:#f1f2f4}}
`;

/** A whole SVG document: no scripts, no links, nothing to load; light or dark as the reader prefers. */
export const svgOf = ({ title, description, width, height }: Caption, content: Fragment): string =>
  html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
    role="img"
    aria-labelledby="title description"
  >
    <title id="title">${title}</title>
    <desc id="description">${description}</desc>
    ${styleElement()}
    <rect class="ground" width="${width}" height="${height}" />
    <text class="title" x="${MARGIN}" y="26">${fitText(title, width - 2 * MARGIN, TITLE_SIZE)}</text>
    ${content}
  </svg>`.text;

const MARGIN = 16;
/** The size of a title's text, as in the styles. */
const TITLE_SIZE = 15;

const styleElement = () => new Html(`<style>${STYLE}</style>`);

/** A number for a path or an attribute, to a tenth of a pixel. */
export const px = (value: number): number => Math.round(value * 10) / 10;
