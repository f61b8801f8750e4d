using DbIngest.Conformance;

namespace PlainFile.Tests;

public sealed class PlainFileConformanceTests : TargetConformance<PlainFileDefinition>
{
    // A file where a folder is expected.
    protected override string BadEndpoint => typeof(PlainFileConformanceTests).Assembly.Location;
}
