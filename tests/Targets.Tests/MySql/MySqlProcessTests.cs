using System.Net;
using DbIngest.Targets.MySql;

namespace DbIngest.Targets.Tests.MySql;

/// <summary>Which servers at an address of this machine have their process here.</summary>
public sealed class MySqlProcessTests
{
    [Fact]
    public void IsOfThisMachine_ServerInAContainer_IsNot()
    {
        MySqlProcess.IsOfThisMachine(Dns.GetHostName()).ShouldBeTrue();
        MySqlProcess.IsOfThisMachine("f2c9d5a1b0e4").ShouldBeFalse();
        MySqlProcess.IsOfThisMachine(null).ShouldBeFalse();
    }
}
