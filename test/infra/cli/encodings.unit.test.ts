import { expect, test } from 'vitest';
import { decode } from '../../../cli/import/encoding.ts';

test.each([
  [
    'Windows-1252',
    'VGl0ZWwsU3RhdHVzCtxiZXJncvbfZSBwcvxmZW4gliCTamV0enSULGVybGVkaWd0Cg==',
    'Titel,Status\nÜbergröße prüfen – “jetzt”,erledigt\n',
  ],
  [
    'Windows-1252',
    'TmFtZSxTdGF0ZQpDYWbpIJNxdW90ZWSUIJYggDUsRG9uZQo=',
    'Name,State\nCafé “quoted” – €5,Done\n',
  ],
  [
    'Windows-1252',
    'VGl0aWxsLFN0YfBhCv5h8CBlciBla2tpIG9wafAg4SBz7fB1LGxva2nwCg==',
    'Titill,Staða\nþað er ekki opið á síðu,lokið\n',
  ],
  [
    'Windows-1250',
    'VHl0dbMsU3RhbgpXeWLzciBws2F0bm+cY2kgaSCcd2nqdG8gZ+pzaSx6YW1rbmnqdGUK',
    'Tytuł,Stan\nWybór płatności i święto gęsi,zamknięte\n',
  ],
  [
    'Windows-1250',
    'TuF6ZXYsU3RhdgpQ+GlobOGaZW7tIHWeaXZhdGVsZSxi7J7tCg==',
    'Název,Stav\nPřihlášení uživatele,běží\n',
  ],
  [
    'Windows-1251',
    '0uXs4CzR8uDy8/EKyPHv8ODi6PL8IO746OHq8yDi9e7k4CzD7vLu4u4K',
    'Тема,Статус\nИсправить ошибку входа,Готово\n',
  ],
  [
    'KOI8-R',
    '9MXNwSzz1MHU1dMK6dPQ0sHXydTYIM/bycLL1SDXyM/EwSznz9TP188K',
    'Тема,Статус\nИсправить ошибку входа,Готово\n',
  ],
  [
    'Windows-1253',
    '1N/06+/yLMrh9Nzz9OHz5wrE6fzx6Pnz5yDz9tzr7OH07/Ig8/3t5OXz5/Isz+vv6uvn8f7o5+rlCg==',
    'Τίτλος,Κατάσταση\nΔιόρθωση σφάλματος σύνδεσης,Ολοκληρώθηκε\n',
  ],
  [
    'Windows-1254',
    'QmH+bP1rLER1cnVtCkdpcmn+IGhhdGFz/W79IGT8emVsdCxUYW1hbWxhbmT9Cg==',
    'Başlık,Durum\nGiriş hatasını düzelt,Tamamlandı\n',
  ],
  [
    'Mac OS Roman',
    'VGl0ZWwsU3RhdHVzCkafciBncpqnZXJlIIBuZGVydW5nZW4sb2ZmZW4K',
    'Titel,Status\nFür größere Änderungen,offen\n',
  ],
  [
    'Shift JIS',
    'l3aW8SyP85HUCoONg0+DQ4OTieaWyoLwj0OQs4K3guksiq6XuQo=',
    '要約,状態\nログイン画面を修正する,完了\n',
  ],
  [
    'EUC-JP',
    'zdfM8yy+9cLWCqXtpbClpKXzsujMzKTyvaTAtaS5pOsstLDOuwo=',
    '要約,状態\nログイン画面を修正する,完了\n',
  ],
  ['EUC-KR', 'v+S+4Cy788XCCrfOsdfAziC/wLf5ILz2waQsv8+34Qo=', '요약,상태\n로그인 오류 수정,완료\n'],
  ['GB 18030', 'serM4izXtMysCtDeuLS1x8K80rPD5rXEzsrM4izS0c3qs8kK', '标题,状态\n修复登录页面的问题,已完成\n'],
  ['Big5', 'vNDDRCyqrLpBCq3Xpb+1bqRKrbatsaq6sN3DRCykd6e5pqgK', '標題,狀態\n修正登入頁面的問題,已完成\n'],
])('a file in %s is read as its text', (name, bytes, text) => {
  const decoded = decode(Buffer.from(bytes, 'base64'));
  expect(decoded.text()).toBe(text);
  expect(decoded.encoding).toContain(name);
});

test('a file whose text looks like no language is read as Windows-1252', () => {
  const bytes = Buffer.from([0x61, 0xe9, 0x0a]);
  expect(decode(bytes)).toMatchObject({ encoding: 'Windows-1252 (Latin-1)' });
  expect(decode(bytes).text()).toBe('aé\n');
});
