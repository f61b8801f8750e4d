using System.Diagnostics;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

public class ChildEnvironmentTests
{
    [Fact]
    public void WithoutPasswords_OfAnyDatabase_LeavesTheRest()
    {
        var start = new ProcessStartInfo("true");
        start.Environment["DBINGEST_POSTGRES_PASSWORD"] = "a";
        start.Environment["DBINGEST_PLUGGEDIN_PASSWORD"] = "b";
        start.Environment["DBINGEST_REHEARSAL"] = "0";
        start.Environment["PGPASSWORD"] = "c";

        start.WithoutPasswords().ShouldBeSameAs(start);

        start.Environment.Keys
            .Where(name => name.StartsWith("DBINGEST_", StringComparison.Ordinal)
            && name.EndsWith("_PASSWORD", StringComparison.Ordinal)).ShouldBeEmpty();
        start.Environment["DBINGEST_REHEARSAL"].ShouldBe("0");
        start.Environment["PGPASSWORD"].ShouldBe("c");
    }
}
