using DbIngest.Core.Results;
using DbIngest.Runner.Advising;
using DbIngest.Runner.Output;

namespace DbIngest.Runner.Tests.Advising;

/// <summary>What a machine lacks ends the step of one store; the advice goes on. A defect ends the advice.</summary>
public class StepFailureTests
{
    [Fact]
    public void WhyOf_LackOfTheMachine_IsThatOfTheStore()
    {
        StepFailure.WhyOf(new InsufficientMemoryException("no thread")).ShouldNotBeNull().ShouldContain("no more memory or threads");
        StepFailure.WhyOf(new IOException("Too many open files", 24)).ShouldNotBeNull().ShouldContain("ulimit -n");
        StepFailure.WhyOf(new IOException("No space left on device", 28)).ShouldBe("No space left on device");
        StepFailure.WhyOf(new UnauthorizedAccessException("denied")).ShouldBe("denied");
    }

    [Fact]
    public void WhyOf_WhatTheRunRefuses_IsItsMessage()
    {
        StepFailure.WhyOf(new UsageException(["a", "b"])).ShouldBe("a b");
        StepFailure.WhyOf(new ResultException("a folder")).ShouldBe("a folder");
    }

    [Fact]
    public void WhyOf_WhatConcernsAllStores_IsNone()
    {
        StepFailure.WhyOf(new OutputException("full", new IOException("No space left on device", 28))).ShouldBeNull();
        StepFailure.WhyOf(new OperationCanceledException()).ShouldBeNull();
        StepFailure.WhyOf(new InvalidOperationException("a fault")).ShouldBeNull();
    }
}
