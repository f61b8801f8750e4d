using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Targets;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>A user who interrupts does not wait for a database that does not answer, whichever verb it is that hangs.</summary>
public sealed class AbandonedTrialTests : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly CancellationTokenSource _interruption = new();
    private readonly ManualResetEventSlim _hanging = new();
    private readonly ManualResetEventSlim _release = new();
    private readonly MemoryTarget _memory = new();

    [Theory]
    [InlineData("prepare")]
    [InlineData("open")]
    [InlineData("write")]
    [InlineData("settle")]
    public async Task Run_VerbThatNeverReturns_EndsOnceInterrupted(string verb)
    {
        HangIn(verb);
        using var target = new InterruptibleTarget(_memory, _interruption.Token);
        var trial = Task.Run(() => Run(target, RetryOptions.Default));
        _hanging.Wait(Patience).ShouldBeTrue();
        await _interruption.CancelAsync();
        await Should.ThrowAsync<LeftBehindException>(trial.WaitAsync(Patience));
        _memory.Calls.ShouldNotContain("clean", "a database that does not answer is asked nothing more");
    }

    [Fact]
    public async Task Wait_LaneThatNeverReturns_IsWaitedForOnce()
    {
        HangIn("write");
        using var workload = new CountingWorkload();
        var run = new IngestPipeline()
            .Open(IngestRequest.Of(Points.Of(records: 10), 1, RetryOptions.Default), _memory, workload, _interruption.Token);
        run.Start();
        _hanging.Wait(Patience).ShouldBeTrue();
        await _interruption.CancelAsync();
        Should.Throw<LeftBehindException>(run.Wait);

        // What is left behind by the first waiting is not waited for by a hundred others, half a minute and more together.
        long started = Stopwatch.GetTimestamp();
        for (int i = 0; i < 100; i++)
        {
            Should.Throw<LeftBehindException>(run.Wait);
        }

        run.Dispose();
        Stopwatch.GetElapsedTime(started).ShouldBeLessThan(Interruptible.Grace * 50);
    }

    [Fact]
    public async Task Run_PauseBetweenAttempts_EndsOnceInterrupted()
    {
        _memory.BeforeWrite = (_, _) =>
        {
            _hanging.Set();
            throw new BatchWriteException("Busy.", isTransient: true, isAmbiguous: false);
        };
        var trial = Task.Run(() => Run(_memory, new RetryOptions(5, RetryOptions.LargestDelay)));
        _hanging.Wait(Patience).ShouldBeTrue();
        long interrupted = Stopwatch.GetTimestamp();
        await _interruption.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(trial.WaitAsync(Patience));
        Stopwatch.GetElapsedTime(interrupted).ShouldBeLessThan(RetryOptions.LargestDelay, "the pause was not waited for");
    }

    [Fact]
    public async Task Dispose_OnceInterrupted_IsNotWaitedFor()
    {
        var target = new InterruptibleTarget(new HangingDispose(_memory, _release), _interruption.Token);
        await _interruption.CancelAsync();
        await Task.Run(target.Dispose).WaitAsync(Patience);
    }

    [Fact]
    public void Run_VerbThatThrows_ThrowsTheSame()
    {
        var failure = new TargetException("As it was.");
        Should.Throw<TargetException>(() => Interruptible.Run(() => throw failure, _interruption.Token)).ShouldBeSameAs(failure);
    }

    public void Dispose()
    {
        _release.Set();
        _interruption.Dispose();
    }

    private void Run(ITarget target, RetryOptions retry)
    {
        var point = Points.Of(records: 10);
        using var workload = new CountingWorkload();
        new TrialRunner(new IngestPipeline(), retry, new SilentObserver()) { IsMeasured = false }.Run(
            new ScheduledTrial(0, point, 1, WarmUp: false), target, workload, new(workload), keepData: false,
                _interruption.Token);
    }

    private void HangIn(string verb)
    {
        switch (verb)
        {
            case "prepare":
                _memory.OnPrepare = Hang;
                break;
            case "open":
                _memory.OnOpenWriter = _ => Hang();
                break;
            case "write":
                _memory.BeforeWrite = (_, _) => Hang();
                break;
            default:
                _memory.OnSettle = Hang;
                break;
        }
    }

    private void Hang()
    {
        _hanging.Set();
        _release.Wait();
    }

    private sealed class HangingDispose(ITarget inner, ManualResetEventSlim release) : ForwardingTarget(inner)
    {
        protected override void Dispose(bool disposing)
        {
            release.Wait();
            base.Dispose(disposing);
        }
    }
}
