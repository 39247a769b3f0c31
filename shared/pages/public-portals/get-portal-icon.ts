import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { brandColors } from '../../kernel/html/theme.ts';
import { FONT_FAMILY } from '../../kernel/pixels/draw-svg.ts';
import { drawable } from './drawable.ts';
import { findPublicPortal } from '../portal/find-portal.ts';
import { drawnResponse, logoOf } from './get-social-picture.ts';

/** Width and height in pixels, as home screens want it. */
const ICON_SIZE = 180;

/** The icon of a portal as a PNG: its logo on white, since home screens show what is transparent as black, or its initial. */
export async function getPortalIcon(call: WebCall): Promise<WebResponse> {
  const portal = await findPublicPortal(call.read, call.request.parameters['portalSlug']!);
  const logo = await logoOf(portal, call);
  const [first = ''] = drawable(redactEmailAddresses(portal.name)) ?? '';
  const initial = first.toUpperCase();
  const icon = logo === undefined ? initialIcon(portal.color, initial) : logoIcon(logo);
  return await drawnResponse(call, icon.text, initial);
}

const initialIcon = (color: string, initial: string): Html => {
  const { 'brand-raw': ground, 'on-brand-raw': text } = brandColors(color);
  return iconView(
    ground.light,
    html`<text
      x="50%"
      y="126"
      font-family="${FONT_FAMILY}"
      font-weight="600"
      font-size="100"
      text-anchor="middle"
      fill="${text.light}"
    >
      ${initial}
    </text>`,
  );
};

const logoIcon = (logo: string): Html =>
  iconView(
    '#ffffff',
    html`<image width="100%" height="100%" preserveAspectRatio="xMidYMid meet" href="${logo}" />`,
  );

const iconView = (ground: string, mark: Html): Html =>
  html`<svg xmlns="http://www.w3.org/2000/svg" width="${ICON_SIZE}" height="${ICON_SIZE}">
    <rect width="100%" height="100%" fill="${ground}" />
    ${mark}
  </svg>`;
