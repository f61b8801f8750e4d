@{
    RootModule           = 'DbIngest.Clusters.psm1'
    ModuleVersion        = '1.0.0'
    GUID                 = '5d1f6a52-0c0e-4a55-9a6b-6a1cf2a4c7d1'
    Author               = 'The authors of DbIngest'
    Copyright            = 'MIT licence'
    Description          = 'Databases of one node or several, brought up from deployment files and measured. A thin layer over the program dbingest.'
    PowerShellVersion    = '5.1'
    CompatiblePSEditions = @('Desktop', 'Core')
    FunctionsToExport    = @(
        'Start-IngestCluster'
        'Test-IngestCluster'
        'Get-IngestClusterSize'
        'Stop-IngestCluster'
        'Remove-IngestCluster'
        'Invoke-IngestSweep'
    )
    CmdletsToExport      = @()
    VariablesToExport    = @()
    AliasesToExport      = @()
}
