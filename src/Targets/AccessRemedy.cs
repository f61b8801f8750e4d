using System.Security.Authentication;

namespace DbIngest.Targets;

/// <summary>What to do about a server that lets nobody in.</summary>
public static class AccessRemedy
{
    /// <summary>The remedy for a missing or wrong password.</summary>
    /// <param name="database">The database, as options name it.</param>
    public static string Password(string database) =>
        $" (remedy: set DBINGEST_{database.ToUpperInvariant()}_PASSWORD, or name a file that holds the password by "
        + $"--password-file)";

    /// <summary>A message on a deployment, whose file names where its password is: it has no option for that.</summary>
    /// <param name="message">The message.</param>
    /// <param name="database">The database, as options name it.</param>
    /// <param name="variable">The environment variable that the deployment's file names; null where it names none.</param>
    public static string OfDeployment(string message, string database, string? variable) => message.Replace(
        Password(database),
        variable is null ? " (remedy: write credentials with user and password_env into the deployment's file)"
            : $" (remedy: set {variable}, which the deployment's file names, to that user's password)",
        StringComparison.Ordinal);

    /// <summary>The remedy for a server's certificate that is not trusted; empty where that is not what failed.</summary>
    /// <param name="error">The failure.</param>
    /// <param name="how">How an authority is named in the endpoint.</param>
    internal static string Certificate(Exception error, string how)
    {
        for (var cause = error; cause is not null; cause = cause.InnerException)
        {
            if (cause is AuthenticationException && cause.Message.Contains("certificate", StringComparison.OrdinalIgnoreCase))
            {
                return $" (the server's certificate is self-signed, of an authority unknown here, or for another name; "
                    + $"remedy: {how})";
            }
        }

        return string.Empty;
    }
}
