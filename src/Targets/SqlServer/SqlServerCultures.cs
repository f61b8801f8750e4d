using System.Globalization;

namespace DbIngest.Targets.SqlServer;

/// <summary>SqlClient refuses to connect in a process without cultures.</summary>
internal static class SqlServerCultures
{
    private const string Variable = "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT";

    /// <summary>Why the driver does not run in this process, with the remedy; null when it does.</summary>
    public static string? Missing
    {
        get
        {
            try
            {
                CultureInfo.GetCultureInfo("en-US");
                return null;
            }
            catch (CultureNotFoundException)
            {
                return Environment.GetEnvironmentVariable(Variable) is { } value
                    ? $"{Variable}={value} starts this process without cultures, which it needs (remedy: unset it)"
                    : "it needs ICU, which this machine does not have "
                        + "(remedy: install libicu, apt-get install libicu72 for instance; "
                        + "or take --client wire, which needs none)";
            }
        }
    }
}
