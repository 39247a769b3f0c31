import { expect, test } from 'vitest';
import { displayName } from '../../shared/identity/members/display-name.ts';

test.each([
  ['ada@example.com', 'Someone'],
  ['Eve Smith <eve@example.com>', 'Eve Smith'],
  ['Eve (eve@example.com) Smith', 'Eve Smith'],
  ['"eve@example.com"', 'Someone'],
  ['root@localhost', 'Someone'],
  ['eve＠example．com', 'Someone'],
  ['eve (at) example.com', 'Someone'],
  ['Ada “@ada” King', 'Ada “@ada” King'],
  ['Ada <3', 'Ada <3'],
])('the name %j is shown as %j', (name, shown) => {
  expect(displayName(name)).toBe(shown);
});
