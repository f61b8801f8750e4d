using DbIngest.Targets.Null;

namespace DbIngest.Targets.Tests.Null;

public sealed class NullConformanceTests : TargetConformance<NullDefinition>
{
    protected override string BadEndpoint => typeof(NullConformanceTests).Assembly.Location;

    protected override bool StoresRecords => false;

    protected override int SabotageRecordsPerSource => 48_000;
}
