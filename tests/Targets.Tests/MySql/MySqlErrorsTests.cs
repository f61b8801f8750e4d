using DbIngest.Targets.MySql;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.Tests.MySql;

public sealed class MySqlErrorsTests
{
    [Theory]
    [InlineData(1053, true, true)] // shutdown
    [InlineData(1062, false, false)] // duplicate key
    [InlineData(1114, false, false)] // disk full
    [InlineData(1205, true, false)] // lock wait timeout
    [InlineData(1213, true, false)] // deadlock
    [InlineData(1927, true, true)] // killed
    [InlineData(4031, true, false)] // the session was idle for too long
    public void OfWrite_ServerError_SaysWhetherTryingAgainHelps(int code, bool isTransient, bool isAmbiguous)
    {
        var failure = MySqlErrors.OfWrite(new MySqlServerException(code, "HY000", "as if"));

        (failure.IsTransient, failure.IsAmbiguous).ShouldBe((isTransient, isAmbiguous));
        failure.IsConflict.ShouldBe(code is 1205 or 1213);
    }
}
