using DbIngest.Targets.Cockroach.Sessions;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Tests.Cockroach;

public sealed class CockroachErrorsTests
{
    [Theory]
    [InlineData("57014", "ERROR", true, true)] // cancelled, perhaps while it committed
    [InlineData("57P01", "ERROR", true, true)] // the node drains
    [InlineData("40003", "ERROR", true, true)] // the result is ambiguous
    [InlineData("23505", "ERROR", true, true)] // an earlier attempt may be stored
    [InlineData("08006", "ERROR", true, true)] // another node was lost
    [InlineData("40001", "ERROR", true, false)] // rolled back in favour of another transaction
    [InlineData("53200", "ERROR", true, false)] // out of memory
    [InlineData("53100", "ERROR", false, false)] // disk full
    [InlineData("42P01", "ERROR", false, false)] // no such table
    [InlineData("XX000", "FATAL", false, true)] // the session ended
    public void OfWrite_ServerError_IsInDoubtWhereTheBatchMayBeStored(string sqlState, string severity, bool transient,
        bool ambiguous)
    {
        var mapped = CockroachErrors.OfWrite(new PgServerException(severity, sqlState, "message"));

        (mapped.IsTransient, mapped.IsAmbiguous).ShouldBe((transient, ambiguous));
        mapped.Message.ShouldContain(sqlState);
    }
}
