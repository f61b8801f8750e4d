using DbIngest.Core.Measurement;

namespace DbIngest.Core.Tests.Measurement;

public class RuntimeVariablesTests
{
    [Fact]
    public void Describe_VariablesThatChangeFigures_AreListedInTheOrderOfNames()
    {
        RuntimeVariables.Describe(
        [
            ("PATH", "/usr/bin"), ("DOTNET_TieredPGO", "0"), ("DOTNET_ROOT", "/opt/dotnet"), ("DOTNET_NOLOGO", "1"),
            ("COMPlus_gcServer", "1"), ("DOTNET_gcServer", string.Empty),
        ]).ShouldBe("COMPlus_gcServer=1 DOTNET_TieredPGO=0");
        RuntimeVariables.Describe([("PATH", "/usr/bin")]).ShouldBe(RuntimeVariables.None);
    }

    [Fact]
    public void Describe_ValueThatMayNameSomething_IsNotShown()
    {
        RuntimeVariables.Describe(
        [
            ("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -Dpassword=hunter2 -Xmx1g -javaagent:/opt/lib/agent.jar"),
            ("LD_PRELOAD", "/opt/lib/libjemalloc.so"), ("DOTNET_STARTUP_HOOKS", "/opt/lib/hook.dll"),
            ("DOTNET_ApiKey", "4711abcdef"),
        ]).ShouldBe("DOTNET_ApiKey=(set) "
            + "DOTNET_STARTUP_HOOKS=(set) JAVA_TOOL_OPTIONS='-XX:TieredStopAtLevel=1 (set) -Xmx1g (set)' LD_PRELOAD=(set)");
    }
}
