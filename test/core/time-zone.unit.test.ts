import { expect, test } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import { ianaName, timeZone } from '../../shared/kernel/core/time-zone.ts';

/** Names of the IANA database that platforms know, but do not list. */
const links = `
  US/Pacific US/East-Indiana US/Indiana-Starke Asia/Kolkata Asia/Katmandu Europe/Kyiv
  America/Port_of_Spain America/Port-au-Prince America/Argentina/ComodRivadavia America/Knox_IN
  Africa/Dar_es_Salaam Africa/Porto-Novo Antarctica/McMurdo Antarctica/DumontDUrville
  Australia/NSW Australia/ACT Australia/LHI Brazil/DeNoronha Chile/EasterIsland Mexico/BajaNorte
  Mexico/BajaSur Europe/Isle_of_Man Asia/Ust-Nera Asia/Ho_Chi_Minh Etc/GMT+5 Etc/GMT-14 Etc/GMT0
  Etc/UCT Etc/UTC Etc/Zulu Etc/Greenwich Etc/Universal EST EST5EDT CST6CDT MST7MDT PST8PDT HST
  MET CET UTC UCT GMT GMT0 GMT+0 GB GB-Eire NZ NZ-CHAT W-SU PRC ROC ROK Eire Cuba Iran Zulu
  Hongkong
`
  .trim()
  .split(/\s+/);

test('a time zone is stored as the IANA database writes it, however it was sent', () => {
  const names = Intl.supportedValuesOf('timeZone').concat(links);
  for (const name of names) {
    for (const sent of [name, name.toUpperCase(), name.toLowerCase()]) expect(ianaName(sent)).toBe(name);
    const zoned = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name.toLowerCase());
    expect(zoned.timeZoneId, 'as the polyfill has it').toBe(name);
  }
  expect(timeZone().parse('europe/berlin')).toBe('Europe/Berlin');
  expect(timeZone().parse('ASIA/KOLKATA')).toBe('Asia/Kolkata');
  expect(timeZone().safeParse('Europe/Atlantis').success).toBe(false);
});
