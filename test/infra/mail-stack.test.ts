import { Validations } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { beforeAll, expect, test } from 'vitest';
import { parseEnvironment } from '../../infra/config.ts';
import { createStacks } from '../../infra/stacks.ts';
import { production } from './production.ts';
import { newApp } from './new-app.ts';
import { rightsOf } from './role-rights.ts';

interface Resource {
  Type: string;
  Properties: object;
  DependsOn?: string[];
}

let template: Template;
beforeAll(() => void (template = Template.fromStack(createStacks(newApp(), production()).mail!)));

const statements = () =>
  rightsOf(template).flatMap(([id, rights]) => rights.map((statement) => ({ id, ...statement })));

test('mail comes from the domain, signed, and the DNS records that SES needs are printed', () => {
  template.hasResourceProperties('AWS::SES::EmailIdentity', {
    EmailIdentity: 'mail.example.com',
    MailFromAttributes: { MailFromDomain: 'bounce.mail.example.com' },
  });
  const outputs = Object.keys(template.toJSON()['Outputs'] as object);
  expect(outputs).toEqual(expect.arrayContaining(['DkimRecord1', 'DkimRecord2', 'DkimRecord3']));
});

test('SES reports what was taken, bounced and complained about to a function, and keeps its own list too', () => {
  template.hasResourceProperties('AWS::SES::ConfigurationSet', {
    SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    DeliveryOptions: { TlsPolicy: 'REQUIRE' },
  });
  template.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
    EventDestination: { MatchingEventTypes: ['send', 'bounce', 'complaint'], Enabled: true },
  });
  template.hasResourceProperties('AWS::SNS::Subscription', {
    Protocol: 'lambda',
    RedrivePolicy: Match.anyValue(),
  });
  // What the function cannot handle is kept by Lambda, which has taken it from SNS by then.
  template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
    FunctionName: { Ref: Match.stringLikeRegexp('^MailNotices') },
    DestinationConfig: {
      OnFailure: { Destination: { 'Fn::GetAtt': [Match.stringLikeRegexp('^MailDeadLetters'), 'Arn'] } },
    },
  });
});

test('only the sender may send, from this identity alone', () => {
  const sending = statements().filter(({ Action }) => JSON.stringify(Action).includes('ses:'));
  expect(sending).toMatchObject([{ id: expect.stringMatching(/^MailSender/), Action: 'ses:SendEmail' }]);
  expect(JSON.stringify(sending[0]!.Resource)).not.toContain('"*"');
});

test('messages that keep failing end in a queue of dead letters, and the sweeper runs each minute', () => {
  template.hasResourceProperties('AWS::SQS::Queue', { RedrivePolicy: { maxReceiveCount: 5 } });
  template.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 minute)' });
});

test('what SES tries on a topic as it is made is made after the rights to it', () => {
  const resources = Object.entries(template.toJSON()['Resources'] as Record<string, Resource>);
  const trying = resources.filter(([, { Type }]) =>
    ['AWS::SES::ReceiptRule', 'AWS::SES::ConfigurationSetEventDestination'].includes(Type),
  );
  expect(trying).toHaveLength(2);
  for (const [id, { Properties, DependsOn = [] }] of trying) {
    const [topic] = resources.filter(
      ([name, { Type }]) => Type === 'AWS::SNS::Topic' && JSON.stringify(Properties).includes(`"${name}"`),
    );
    const policies = resources.filter(
      ([, { Type, Properties: policy }]) =>
        Type === 'AWS::SNS::TopicPolicy' && JSON.stringify(policy).includes(`"Ref":"${topic![0]}"`),
    );
    expect(policies, id).toHaveLength(1);
    expect(DependsOn, id).toContain(policies[0]![0]);
  }
});

test('an environment without mail has no such stack, and one with a foreign sender is refused', () => {
  const settings = { kind: 'development' };
  expect(createStacks(newApp(), parseEnvironment('qa', settings))).not.toHaveProperty('mail');
  const mail = { domain: 'mail.example.com', from: 'Acme <acme@other.example>' };
  expect(() => parseEnvironment('qa', { ...settings, mail })).toThrow(
    'mail.from in infra/environments/qa.json',
  );
});

test('cdk-nag finds nothing in the mail stack that is not acknowledged with a reason', () => {
  const app = newApp();
  createStacks(app, production());
  Validations.of(app).addPlugins(new AwsSolutionsChecks());
  expect(() => app.synth()).not.toThrow();
});
