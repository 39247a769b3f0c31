import type { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { EnvironmentConfig } from './environment-config.ts';

/**
 * A budget for what the environment costs in a month, by the tags of its resources. At four fifths of it, and as soon as
 * the month is forecast to exceed it, AWS mails the alarm address.
 */
export function addBudget(stack: Stack, { id, alarmEmail, monthlyBudget }: EnvironmentConfig): void {
  const subscribers = alarmEmail ? [{ subscriptionType: 'EMAIL', address: alarmEmail }] : [];
  const notice = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN' },
    subscribers,
  });
  new CfnBudget(stack, 'Budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudget!, unit: 'USD' },
      costFilters: { TagKeyValue: [`user:environment$${id}`] },
    },
    notificationsWithSubscribers: [notice('ACTUAL', 80), notice('FORECASTED', 100)],
  });
}
