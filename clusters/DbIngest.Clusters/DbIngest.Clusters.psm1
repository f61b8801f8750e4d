# For Windows PowerShell 5.1 and PowerShell 7. The program dbingest does all work: this module passes arguments to it and turns its
# JSON into objects.

Set-StrictMode -Version 2.0

function Get-IngestProgram {
    # Returns DBINGEST_PROGRAM, or else the program on the PATH; writes an error and returns nothing when neither is there.
    if ($env:DBINGEST_PROGRAM) {
        return $env:DBINGEST_PROGRAM
    }

    $found = Get-Command -Name dbingest -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
    if (-not $found) {
        Write-Error -Message 'There is no program dbingest on the PATH. Install it from a clone (dotnet pack Runner -o packages; dotnet tool install dbingest --global --source packages), or name it in the environment variable DBINGEST_PROGRAM.' -ErrorId 'ProgramNotFound' -Category ObjectNotFound
        return
    }

    return $found.Source
}

function ConvertTo-IngestObject {
    # Renames snake_case properties of the JSON to PascalCase, at every depth.
    param($Value, [string] $TypeName)
    if ($Value -is [System.Management.Automation.PSCustomObject]) {
        $properties = [ordered]@{}
        foreach ($property in $Value.PSObject.Properties) {
            $name = -join ($property.Name -split '_' | Where-Object { $_ } | ForEach-Object { $_.Substring(0, 1).ToUpperInvariant() + $_.Substring(1) })
            $properties[$name] = ConvertTo-IngestObject -Value $property.Value
        }

        $object = New-Object -TypeName PSObject -Property $properties
        if ($TypeName) {
            $object.PSObject.TypeNames.Insert(0, $TypeName)
        }

        return $object
    }

    if ($Value -is [System.Collections.IEnumerable] -and $Value -isnot [string]) {
        return , @($Value | ForEach-Object { ConvertTo-IngestObject -Value $_ })
    }

    return $Value
}

function Invoke-IngestProgram {
    # Runs the program and returns its JSON as an object. The property Path names the deployment file, so that the pipeline can pass the
    # object to the next command. Exit codes 2 and 69 with JSON are findings of a check, not errors.
    param([string[]] $Words, [string] $TypeName, [string] $Path)
    $program = Get-IngestProgram
    if (-not $program) {
        return
    }

    # PowerShell 7.4 can turn exit codes into errors. Codes 2 and 69 are no errors here, and the end of this function reports the others.
    $PSNativeCommandUseErrorActionPreference = $false
    $global:LASTEXITCODE = $null
    try {
        $text = (& $program @Words '--json') -join "`n"
    }
    catch [System.Management.Automation.CommandNotFoundException] {
        Write-Error -Message "$program, which DBINGEST_PROGRAM names, is not a program. Name the program dbingest with its folder." -ErrorId 'ProgramNotFound' -Category ObjectNotFound
        return
    }
    catch {
        Write-Error -Message "$program cannot be run: $($_.Exception.Message)" -ErrorId 'ProgramNotRun' -Category InvalidOperation
        return
    }

    $code = $global:LASTEXITCODE
    if ($null -eq $code) {
        # The file is not a program: PowerShell has opened it with its default application, or has done nothing.
        Write-Error -Message "$program did not run: it is not a program, or this account may not execute it." -ErrorId 'ProgramNotRun' -Category InvalidOperation
        return
    }

    if ($text) {
        try {
            $object = ConvertTo-IngestObject -Value (ConvertFrom-Json -InputObject $text) -TypeName $TypeName
        }
        catch {
            Write-Error -Message "dbingest $($Words -join ' ') printed no JSON: $text" -ErrorId 'NoJson' -Category InvalidData
            return
        }

        if ($Path) {
            $object | Add-Member -MemberType NoteProperty -Name Path -Value $Path
        }

        $object
    }

    if ($code -ne 0 -and -not ($text -and $code -in 2, 69)) {
        Write-Error -Message "dbingest $($Words -join ' ') ended with exit code $code; its message above says why." -ErrorId "ExitCode$code" -Category InvalidResult
    }
}

function Resolve-IngestDeployment {
    # Finds a deployment by its file, or by its name: NAME.yaml here, in clusters, or in clusters/examples. Writes a non-terminating error
    # when there is none, so that a pipeline continues.
    param([string] $Path)
    foreach ($candidate in $Path, "$Path.yaml", (Join-Path 'clusters' "$Path.yaml"), (Join-Path (Join-Path 'clusters' 'examples') "$Path.yaml")) {
        if (Test-Path -LiteralPath $candidate -PathType Leaf) {
            return (Resolve-Path -LiteralPath $candidate).ProviderPath
        }
    }

    Write-Error -Message "There is no deployment '$Path': neither a file of that name, nor $Path.yaml here, in clusters or in clusters/examples." -ErrorId 'DeploymentNotFound' -Category ObjectNotFound -TargetObject $Path
}

$completeDeployment = {
    # Completes names of deployments. For a word with a slash it offers nothing, so that PowerShell completes files.
    param($commandName, $parameterName, $wordToComplete, $commandAst, $fakeBoundParameters)
    $word = $wordToComplete.Trim([char[]] @(39, 34))
    if ($word -match '[\\/]') {
        return
    }

    foreach ($folder in '.', 'clusters', (Join-Path 'clusters' 'examples')) {
        Get-ChildItem -Path (Join-Path $folder "$word*.yaml") -File -ErrorAction SilentlyContinue |
            Where-Object { $_.Name -notlike '*.compose.yaml' -and $_.Name -notlike '*.kubernetes.yaml' } |
            ForEach-Object {
                $text = $_.BaseName
                if ($text -match "[\s']") {
                    $text = "'" + ($text -replace "'", "''") + "'"
                }

                [System.Management.Automation.CompletionResult]::new($text, $_.BaseName, 'ParameterValue', $_.FullName)
            }
    }
}

function Start-IngestCluster {
    <#
    .SYNOPSIS
    Brings a deployment up, and waits until every node serves and all nodes agree.
    .DESCRIPTION
    Creates what is missing and starts what does not run. Run again, it changes nothing. A state file beside the deployment file lists what it creates.
    .PARAMETER Path
    The deployment file, or the deployment's name.
    .EXAMPLE
    Start-IngestCluster cassandra-study1
    .EXAMPLE
    'one', 'four' | Start-IngestCluster -WhatIf
    .OUTPUTS
    DbIngest.Cluster: the deployment with its nodes.
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    [OutputType('DbIngest.Cluster')]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [Alias('FullName', 'Name')]
        [string] $Path
    )
    process {
        $file = Resolve-IngestDeployment -Path $Path
        if ($file -and $PSCmdlet.ShouldProcess($file, 'bring up')) {
            Invoke-IngestProgram -Words 'cluster', 'up', $file -TypeName 'DbIngest.Cluster' -Path $file
        }
    }
}

function Test-IngestCluster {
    <#
    .SYNOPSIS
    Reports the state of each node of a deployment, deviations from its file, and the speed of network and disks.
    .DESCRIPTION
    IsServing is true when every node serves clients; Deviations is empty when everything is as the file says.
    .PARAMETER Path
    The deployment file, or the deployment's name.
    .EXAMPLE
    Test-IngestCluster cassandra-study1 | Select-Object -ExpandProperty Nodes | Format-Table Name, State, Version, RoundTripS, SyncsPerS
    .EXAMPLE
    if (-not (Test-IngestCluster cassandra-study1).IsServing) { Start-IngestCluster cassandra-study1 }
    .OUTPUTS
    DbIngest.Cluster: the deployment with its nodes.
    #>
    [CmdletBinding()]
    [OutputType('DbIngest.Cluster')]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [Alias('FullName', 'Name')]
        [string] $Path
    )
    process {
        $file = Resolve-IngestDeployment -Path $Path
        if ($file) {
            Invoke-IngestProgram -Words 'cluster', 'check', $file -TypeName 'DbIngest.Cluster' -Path $file
        }
    }
}

function Get-IngestClusterSize {
    <#
    .SYNOPSIS
    Returns the disk space that each node of a deployment uses.
    .PARAMETER Path
    The deployment file, or the deployment's name.
    .EXAMPLE
    Get-IngestClusterSize cassandra-study1 | Measure-Object -Property UsedBytes -Sum
    .OUTPUTS
    DbIngest.ClusterSize: one per node.
    #>
    [CmdletBinding()]
    [OutputType('DbIngest.ClusterSize')]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [Alias('FullName', 'Name')]
        [string] $Path
    )
    process {
        $file = Resolve-IngestDeployment -Path $Path
        if (-not $file) {
            return
        }

        foreach ($cluster in Invoke-IngestProgram -Words 'cluster', 'size', $file) {
            foreach ($node in $cluster.Nodes) {
                $size = New-Object -TypeName PSObject -Property ([ordered]@{
                    Cluster = $cluster.Name; Node = $node.Name; UsedBytes = $node.UsedBytes; FreeBytes = $node.FreeBytes; Device = $node.Device; Folder = $node.Folder; Path = $file
                })
                $size.PSObject.TypeNames.Insert(0, 'DbIngest.ClusterSize')
                $size
            }
        }
    }
}

function Stop-IngestCluster {
    <#
    .SYNOPSIS
    Stops the nodes of a deployment; their data stay.
    .PARAMETER Path
    The deployment file, or the deployment's name.
    .EXAMPLE
    Stop-IngestCluster cassandra-study1
    .OUTPUTS
    DbIngest.Cluster: the deployment with its nodes.
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    [OutputType('DbIngest.Cluster')]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [Alias('FullName', 'Name')]
        [string] $Path
    )
    process {
        $file = Resolve-IngestDeployment -Path $Path
        if ($file -and $PSCmdlet.ShouldProcess($file, 'stop')) {
            Invoke-IngestProgram -Words 'cluster', 'stop', $file -TypeName 'DbIngest.Cluster' -Path $file
        }
    }
}

function Remove-IngestCluster {
    <#
    .SYNOPSIS
    Stops a deployment and removes it; with -Data, deletes its data too.
    .PARAMETER Path
    The deployment file, or the deployment's name.
    .PARAMETER Data
    Delete the stored data too.
    .EXAMPLE
    Remove-IngestCluster cassandra-study1 -Data -Confirm:$false
    .OUTPUTS
    DbIngest.Cluster: the deployment with its nodes.
    #>
    [CmdletBinding(SupportsShouldProcess = $true, ConfirmImpact = 'High')]
    [OutputType('DbIngest.Cluster')]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [Alias('FullName', 'Name')]
        [string] $Path,

        [switch] $Data
    )
    process {
        $file = Resolve-IngestDeployment -Path $Path
        $words = @('cluster', 'down', $file)
        $action = 'take down'
        if ($Data) {
            $words += '--remove-data'
            $action = 'take down, and remove its data'
        }

        if ($file -and $PSCmdlet.ShouldProcess($file, $action)) {
            Invoke-IngestProgram -Words $words -TypeName 'DbIngest.Cluster' -Path $file
        }
    }
}

function Invoke-IngestSweep {
    <#
    .SYNOPSIS
    Measures running deployments in one sweep over all of them.
    .PARAMETER Path
    The files or names of the deployments. Several of them are an axis of the sweep.
    .PARAMETER ArgumentList
    Further options of 'dbingest run', one word each: '--records', '10k..40k/10k', '--trials', '13'.
    .EXAMPLE
    Invoke-IngestSweep one, four -ArgumentList '--study', '1'
    .EXAMPLE
    'one', 'four' | Invoke-IngestSweep -ArgumentList '--ab', 'cluster'
    .OUTPUTS
    DbIngest.Sweep: the sweep's summary, with the result's folder as Folder.
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    [OutputType('DbIngest.Sweep')]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [Alias('FullName', 'Name')]
        [string[]] $Path,

        [string[]] $ArgumentList = @()
    )
    begin {
        $files = New-Object -TypeName 'System.Collections.Generic.List[string]'
        $missing = $false
    }
    process {
        foreach ($one in $Path) {
            $file = Resolve-IngestDeployment -Path $one
            if ($file) {
                $files.Add($file)
            }
            else {
                # A sweep over the remaining deployments would answer another question.
                $missing = $true
            }
        }
    }
    end {
        if (-not $missing -and $PSCmdlet.ShouldProcess(($files -join ', '), 'measure')) {
            Invoke-IngestProgram -Words (@('run', '--cluster', ($files -join ',')) + $ArgumentList) -TypeName 'DbIngest.Sweep'
        }
    }
}

foreach ($command in 'Start-IngestCluster', 'Test-IngestCluster', 'Get-IngestClusterSize', 'Stop-IngestCluster', 'Remove-IngestCluster', 'Invoke-IngestSweep') {
    Register-ArgumentCompleter -CommandName $command -ParameterName Path -ScriptBlock $completeDeployment
}

Export-ModuleMember -Function 'Start-IngestCluster', 'Test-IngestCluster', 'Get-IngestClusterSize', 'Stop-IngestCluster', 'Remove-IngestCluster', 'Invoke-IngestSweep'
