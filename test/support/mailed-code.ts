import { until } from './until.ts';

/** The code of the newest mail to an address, as the local mailbox shows it. */
export async function mailedCode(baseUrl: string, to: string): Promise<string> {
  const codes = async () =>
    ((await (await fetch(`${baseUrl}/_local/mail.json`)).json()) as { to: string; text: string }[])
      .filter((mail) => mail.to === to)
      .flatMap(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? []);
  await until(async () => (await codes()).length > 0);
  return (await codes())[0]!;
}
