import { tokenPrefixes } from '../../shared/kernel/auth/token.ts';

/** Another deployment that answers for some workspaces at the address of this one. */
export interface Cell {
  /** From 1 to CELL_MAX. */
  number: number;
  /** The host of its gateway, such as `a1b2c3.execute-api.eu-west-1.amazonaws.com`. */
  gateway: string;
  /** Its own host names: that of its pages, and those of its portals. */
  hosts: readonly string[];
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Code of a CloudFront function that defines `toCell(request, host)`. It sends a request of the API to the cell of the
 * workspace that its path or else its token names (newWorkspaceId in shared/kernel/core/cell.ts), and any
 * other to that of its host, which is in the key of what is cached, as tokens are not. What names no cell is for the
 * first one. Requires `import cf from 'cloudfront'` in the function's first line.
 */
export function cellRouting(cells: readonly Cell[]): string {
  const byNumber = Object.fromEntries(cells.map(({ number, gateway }) => [number, gateway]));
  const byHost = Object.fromEntries(
    cells.flatMap(({ gateway, hosts }) => hosts.map((host) => [host, gateway])),
  );
  return `var byNumber = ${JSON.stringify(byNumber)};
var byHost = ${JSON.stringify(byHost)};
function bits(text, at) {
  return '${BASE64URL}'.indexOf(text.charAt(at));
}
function numberOf(request) {
  var path = /^\\/api\\/v1\\/workspaces\\/[0-9a-f-]{14}(.)([0-9a-f]{3})/i.exec(request.uri);
  if (path) return path[1] === '8' ? parseInt(path[2], 16) : 0;
  if (request.uri.indexOf('/api/') !== 0) return undefined;
  var authorization = request.headers.authorization ? request.headers.authorization.value : '';
  var token = /^bearer +(?:${Object.values(tokenPrefixes).join('|')})([A-Za-z0-9_-]{11})/i.exec(authorization);
  if (!token) return undefined;
  // The first 16 bytes are the workspace's id: version and number are its bits 48 to 63.
  var first = bits(token[1], 8);
  return first >> 2 === 8 ? ((first & 3) << 10) | (bits(token[1], 9) << 4) | (bits(token[1], 10) >> 2) : 0;
}
function toCell(request, host) {
  var number = numberOf(request);
  var gateway = number === undefined ? byHost[host] : byNumber[number];
  if (gateway) cf.updateRequestOrigin({ domainName: gateway });
}
`;
}
