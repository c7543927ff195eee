// For the eye, no row of the table: the published checksum in Node, over a document that was parsed
// before. Members in the order of the type, lists sorted by code units, JSON.stringify, SHA-256.
//
//   node checksum.js DOCUMENT PAIR BATCH_MS      prints: checksum.node <tab> PAIR <tab> nanoseconds
'use strict';

const { createHash } = require('node:crypto');
const fs = require('node:fs');

const byUnits = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

function published(m) {
  const text = JSON.stringify({
    taskId: m.taskId,
    objective: m.objective,
    canonical: { path: m.canonical.path, sha256: m.canonical.sha256, readAt: m.canonical.readAt },
    completedPhases: [...m.completedPhases].sort(),
    nextExactAction: m.nextExactAction,
    externalWrites: [...m.externalWrites]
      .sort((a, b) => byUnits(a.effectId, b.effectId))
      .map((w) => ({ operation: w.operation, effectId: w.effectId, status: w.status })),
    consumedAuthorities: [...m.consumedAuthorities].sort(),
    prohibitions: [...m.prohibitions].sort(),
    rollback: m.rollback,
    completionChecks: [...m.completionChecks].sort(),
  });
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
module.exports = { published };

if (require.main === module) {
  const [path, pair, batchText] = process.argv.slice(2);
  const batchNs = Number(batchText) * 1e6;
  if (!(batchNs > 0)) {
    console.error('usage: node checksum.js DOCUMENT PAIR BATCH_MS');
    process.exit(2);
  }
  const document = JSON.parse(fs.readFileSync(path, 'utf8'));
  let total = 0;
  const batch = (calls) => {
    const begin = process.hrtime.bigint();
    for (let i = 0; i < calls; i += 1) total += published(document).length;
    return Number(process.hrtime.bigint() - begin);
  };
  // A second for the compiler to finish with what it does on the way.
  for (const until = Date.now() + 1000; Date.now() < until; ) batch(100);
  let calls = 16;
  while (batch(calls) < batchNs) calls *= 2;
  let best = Infinity;
  for (let i = 0; i < 25; i += 1) best = Math.min(best, batch(calls) / calls);
  if (total === 0) throw new Error('no digest was made');
  console.log(`checksum.node\t${pair}\t${best.toFixed(3)}`);
}
