using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Classifies failures of MySQL and MariaDB by their codes: which are transient, which leave a batch in doubt, and which remedy a
/// message names. <see cref="MySqlLaneWriter{TSession, TKeyed}"/> calls it on the timed path, and definition, target and recipe
/// outside of it. Codes: MySQL reference manual, "Server Error Message Reference", and MariaDB knowledge base, "MariaDB Error
/// Codes". It never repeats a request.
/// </summary>
internal static class MySqlErrors
{
    /// <summary>ER_DUP_FIELDNAME: the table has the column.</summary>
    public const int DuplicateColumn = 1060;

    /// <summary>ER_ACCESS_DENIED_ERROR, ER_ACCESS_DENIED_NO_PASSWORD_ERROR.</summary>
    private static readonly int[] Denied = [1045, 1698];

    /// <summary>ER_DBACCESS_DENIED_ERROR, ER_SPECIFIC_ACCESS_DENIED_ERROR and similar: the user lacks a privilege.</summary>
    private static readonly int[] Unprivileged = [1044, 1142, 1227];

    /// <summary>ER_NOT_ALLOWED_COMMAND, ER_CLIENT_LOCAL_FILES_DISABLED, ER_LOAD_INFILE_CAPABILITY_DISABLED.</summary>
    private static readonly int[] NoLocalFiles = [1148, 3948, 4166];

    /// <summary>
    /// Too many connections (1040, 1203), out of resources (1041), shutdown (1053), aborted connection (1152, 1184), lock wait
    /// timeout (1205), deadlock (1213), interrupted (1317), killed (1927), offline mode (3032), statement timeout (1969, 3024).
    /// MySQL 8.0.24 and later answer the next request of a session that was idle for <c>wait_timeout</c> by 4031 and do not read
    /// it. Other servers only close the connection.
    /// </summary>
    private static readonly int[] Transient =
        [1040, 1041, 1053, 1152, 1184, 1203, 1205, 1213, 1317, 1927, 1969, 3024, 3032, 4031];

    /// <summary>Lock wait timeout and deadlock: another transaction holds the row, or won it.</summary>
    private static readonly int[] Conflicts = [1205, 1213];

    /// <summary>
    /// Codes that can arrive after the commit began: an error during it (1180), and the ends of a session (1053, 1317, 1927,
    /// 1969, 3024).
    /// </summary>
    private static readonly int[] InDoubt = [1053, 1180, 1317, 1927, 1969, 3024];

    /// <summary>EE_WRITE, ER_DISK_FULL, ER_ERROR_ON_WRITE, ER_RECORD_FILE_FULL: the disk is full.</summary>
    private static readonly int[] Full = [3, 1021, 1026, 1114];

    /// <summary>Converts a failure on the timed path.</summary>
    /// <param name="error">The client's failure.</param>
    public static BatchWriteException OfWrite(WireException error) => error switch
    {
        MySqlServerException server => new($"The server refused the batch: {Describe(error)}", Transient.Contains(server.Code),
            InDoubt.Contains(server.Code), error)
        {
            IsConflict = Conflicts.Contains(server.Code),
        },
        ConnectionLostException lost => new($"The connection failed: {error.Message}", isTransient: true, lost.AnySent, error),
        _ => new(error.Message, isTransient: false, isAmbiguous: true, error),
    };

    /// <summary>Converts a failure outside of the timed path and adds a remedy.</summary>
    /// <param name="what">What failed, as the beginning of a sentence.</param>
    /// <param name="error">The client's failure.</param>
    public static TargetException OfTarget(string what, WireException error) =>
        new($"{what}: {Describe(error)}", error, isUnreachable: error is ConnectionLostException
            || error is MySqlServerException { Code: 1040 or 1045 or 1053 or 1130 or 1203 or 1698 });

    /// <summary>True if the user lacks the privilege for a request.</summary>
    public static bool IsUnprivileged(MySqlServerException error) => Unprivileged.Contains(error.Code);

    /// <summary>True if a call failed because the server's disk is full.</summary>
    public static bool IsFull(TargetException error) => error.InnerException is MySqlServerException server
        && Full.Contains(server.Code);

    private static string Describe(WireException error) => error is MySqlServerException server
        ? error.Message + (Unprivileged.Contains(server.Code) ? AccessRemedy.Right
            : Denied.Contains(server.Code)
            ? " (remedy: the password is taken from the environment variable of --db, DBINGEST_MYSQL_PASSWORD or "
                + "DBINGEST_MARIADB_PASSWORD, or from the file named by --password-file; the user is in --endpoint, USER@HOST)"
            : NoLocalFiles.Contains(server.Code)
                ? " (remedy: SET GLOBAL local_infile = ON, or way=prepared in --endpoint)"
                : Full.Contains(server.Code)
                    ? " (remedy: room on the disk of the server's data; a private server's is where --work-folder says)"
                : server.Code == 1118
                    ? string.Create(CultureInfo.InvariantCulture,
                        $" (remedy: fewer values a record; InnoDB takes about {(8126 - 60) / 8} in a row with its pages of 16 "
                        + $"KiB)")
                    : string.Empty)
        : error.Message + AccessRemedy.Certificate(error,
            "name its authority's file, or its own, by ssl_ca=FILE in --endpoint; ssl_mode=verify_ca where the certificate is "
            + "for another name");
}
