using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Null;

namespace DbIngest.Targets.Tests.Conformance;

/// <summary>The suite itself: a target that breaks a rule does not pass it.</summary>
public class SuiteTests
{
    [Fact]
    public void Write_OneBatchForgotten_Fails()
    {
        using var suite = new ForgetfulSuite();
        Should.Throw<ShouldAssertException>(suite.Write_ManySourcesAtOnce_AreStoredExactly);
    }

    /// <summary>Run by the test above only: it is not public.</summary>
    private sealed class ForgetfulSuite : TargetConformance<ForgetfulDefinition>
    {
        protected override string BadEndpoint => typeof(SuiteTests).Assembly.Location;

        protected override bool StoresRecords => false;
    }

    public sealed class ForgetfulDefinition : TargetDefinition
    {
        private readonly NullDefinition _inner = new();

        public override string Name => "forgetful";

        public override string Summary => _inner.Summary;

        public override string Needs => _inner.Needs;

        public override DataModel Model => _inner.Model;

        public override IReadOnlyList<DurabilityContract> Contracts => _inner.Contracts;

        public override ITarget Open(TargetOptions options) => new ForgetfulTarget(_inner.Open(options));

        public override TargetAvailability Probe(TargetOptions options) => _inner.Probe(options);
    }

    private sealed class ForgetfulTarget(ITarget inner) : ForwardingTarget(inner)
    {
        public override IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
            new ForgetfulWriter(base.OpenWriter(source, cancellation), forgets: source == 7);
    }

    private sealed class ForgetfulWriter(IBatchWriter inner, bool forgets) : IBatchWriter
    {
        public void Write(RecordBatch batch)
        {
            if (!forgets || batch.FirstSequence != 300)
            {
                inner.Write(batch);
            }
        }

        public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => inner.Recover(batch, inDoubt);

        public void Dispose() => inner.Dispose();
    }
}
