using System.Globalization;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Checks whether this process has cultures (ICU), without which SqlClient refuses to connect.
/// <see cref="SqlServerDriverSessions"/> asks before it opens the first connection, so that the user gets a remedy. It asks the
/// runtime only, and connects nowhere.
/// </summary>
internal static class SqlServerCultures
{
    private const string Variable = "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT";

    /// <summary>Why the driver does not work in this process, with the remedy. Null if it does.</summary>
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
