#!/usr/bin/env node
// A verifier of context compactions, and a bad one on purpose: see weak_verifier.py, whose rules these are.
//
//     holdfast hunt --subject 'node examples/weak_verifier.js'
//
// It speaks subject/v1: one JSON object a line, in and out.
'use strict';

const readline = require('node:readline');

const SCHEMA = 'resume-manifest/v1';
const TEXTS = ['taskId', 'objective', 'nextExactAction', 'rollback'];
// Each list, and our own word for the loss of one of its items.
const LISTS = {
  prohibitions: 'lost_prohibition',
  completionChecks: 'lost_check',
  consumedAuthorities: 'lost_authority',
  completedPhases: 'lost_phase',
};

const HELLO = {
  type: 'hello',
  protocol: 1,
  name: 'weak-verifier-node',
  version: '1',
  schemas: [SCHEMA],
  // It pays no attention to the policy, which is one more of its faults.
  policies: ['exact', 'monotone'],
  evidence: [],
  // Our words for what is wrong, in Holdfast's codes: so a refusal for the wrong reason can be told apart.
  reasons: {
    nothing_before: 'before_missing',
    nothing_after: 'after_missing',
    unreadable: 'invalid_json',
    incomplete: 'required_missing',
    other_task: 'task_changed',
    other_source: 'canonical_reference_changed',
    bad_action: 'next_action_not_exact_one',
    lost_unknown_write: 'external_write_dropped_or_changed',
    lost_prohibition: 'prohibitions_dropped',
    lost_check: 'completionChecks_dropped',
    lost_authority: 'consumedAuthorities_dropped',
    lost_phase: 'completedPhases_dropped',
  },
};

class Refused extends Error {}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

// The manifest of one side. Malformed ones come as text, marked with "raw", or in base64.
function documentOf(message, side) {
  let found = message[side];
  try {
    if (`${side}Base64` in message) {
      const bytes = Buffer.from(message[`${side}Base64`], 'base64');
      found = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    }
    if (found === null) throw new Refused(`nothing_${side}`);
    if (message.raw) found = JSON.parse(found);
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('unreadable');
  }
  if (!isComplete(found)) throw new Refused('incomplete');
  return found;
}

function isComplete(manifest) {
  return (
    isObject(manifest) &&
    TEXTS.every((name) => typeof manifest[name] === 'string' && manifest[name].trim() !== '') &&
    Object.keys(LISTS).every((name) => Array.isArray(manifest[name])) &&
    Array.isArray(manifest.externalWrites) &&
    manifest.externalWrites.every(isObject) &&
    isObject(manifest.canonical) &&
    typeof manifest.canonical.sha256 === 'string'
  );
}

const unknownEffects = (manifest) =>
  manifest.externalWrites.filter((write) => write.status === 'unknown').map((write) => write.effectId);

function reasonsAgainst(before, after) {
  const reasons = [];
  if (after.taskId !== before.taskId) reasons.push('other_task');
  if (after.canonical.sha256 !== before.canonical.sha256) reasons.push('other_source');
  for (const [name, reason] of Object.entries(LISTS)) {
    if (!before[name].every((item) => after[name].includes(item))) reasons.push(reason);
  }
  const unknownAfter = unknownEffects(after);
  if (!unknownEffects(before).every((effect) => unknownAfter.includes(effect))) {
    reasons.push('lost_unknown_write');
  }
  if ([';', ' && ', '\n'].some((joint) => after.nextExactAction.includes(joint))) {
    reasons.push('bad_action');
  }
  return reasons;
}

function answer(message) {
  if (message.type === 'hello') return HELLO;
  let reasons;
  try {
    reasons = reasonsAgainst(documentOf(message, 'before'), documentOf(message, 'after'));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    reasons = [error.message];
  }
  return { id: message.id, verdict: reasons.length > 0 ? 'reject' : 'accept', reasons };
}

// Node writes to a pipe at once, so nothing needs flushing.
readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on('line', (line) => {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
});
