import { writeFileSync } from 'node:fs';
import { TRIALS } from '../../shared/planning/forecasts/simulate.ts';
import { recordFigure } from '../bench/figure-results.ts';
import { scoreOf } from './backtest.ts';
import { backtestAll, reportOf } from './backtest-report.ts';
import { calibrationPlot } from './calibration-plot.ts';

/** Answers the questions of the backtest, prints the table and draws the plot of docs/forecasts.md. */
const results = backtestAll(TRIALS);
const plot = new URL('../../docs/images/forecast-calibration.svg', import.meta.url);
writeFileSync(plot, calibrationPlot(results.real));
console.log(reportOf(results));
const { coverage } = scoreOf(results.real);
recordFigure('npm run backtest', `holds in ${(coverage * 100).toFixed(1)} %`);
