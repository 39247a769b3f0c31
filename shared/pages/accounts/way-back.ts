import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { cookieNames, setCookie } from '../session/cookies.ts';
import { findOriginPortal } from '../session/intent.ts';
import { FROM, knownPage, portalSlugOf } from '../session/next-path.ts';
import type { WayBack } from './way-back-view.ts';

const SECONDS = 60 * 60;

/** The page that a request names, if it is of a portal here; others could lead anywhere. */
function pageOf(call: WebCall): string | undefined {
  const { request } = call;
  const kept = request.cookies[cookieNames.back];
  const named = request.query.get(FROM) ?? (kept === undefined ? undefined : decode(kept));
  const page = knownPage(named, call);
  return portalSlugOf(page) === undefined ? undefined : page;
}

/** What a cookie holds; undefined if it is not from here. */
function decode(kept: string): string | undefined {
  try {
    return decodeURIComponent(kept);
  } catch {
    return undefined;
  }
}

/** Where a person came from, also after forms of their account. */
export async function findWayBack(call: WebCall): Promise<WayBack | undefined> {
  const path = pageOf(call) ?? call.home;
  if (path === undefined) return undefined;
  const portal = await findOriginPortal(call.read, { next: path });
  return { path, name: portal?.brand.name };
}

/** The cookie that keeps where a person came from. */
export const backCookies = ({ path }: WayBack): string[] => [
  setCookie(cookieNames.back, encodeURIComponent(path), SECONDS),
];
